import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A provider that does every transfer at once. What it costs is not ours to measure, so it does nothing else. */
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
