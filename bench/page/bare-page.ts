import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { build } from 'vite'
import { precompress } from '../../web/build/precompress.ts'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/**
 * A React page that only draws as many cards as the dashboard: what the same machine needs for that at the
 * same time. It is built and compressed as the product's pages are.
 * @param folder for the build
 * @returns its address, and the function that ends its server
 */
export async function serveBarePage(folder: string, port: number) {
  await build({
    root: join(import.meta.dirname, 'bare'),
    configFile: false,
    logLevel: 'error',
    plugins: [precompress(folder)],
    build: { outDir: folder, emptyOutDir: true, target: 'chrome111', modulePreload: { polyfill: false } },
  })
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://bare').pathname
    const name = path === '/' ? '/index.html' : path
    const type = types[extname(name)]
    if (!type) {
      response.writeHead(404).end()
      return
    }
    const isPage = name.endsWith('.html')
    response.writeHead(200, {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': isPage ? 'no-cache' : 'public, max-age=31536000, immutable',
      ...(isPage ? {} : { 'content-encoding': 'br' }),
    })
    response.end(readFileSync(join(folder, isPage ? name : `${name}.br`)))
  })
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return { url: `http://localhost:${port}/`, close: () => server.close() }
}
