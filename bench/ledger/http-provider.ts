import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A provider that carries out every transfer at once and does nothing else, because its cost is not to be
 * measured.
 */
const done = JSON.stringify({ status: 'SUCCESS', balance: 1 })
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(done) }

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  if (!request.headers['x-signature']) throw new Error('a call without signature')
  request.resume()
  request.on('end', () => {
    response.writeHead(200, headers)
    response.end(done)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit(0))
