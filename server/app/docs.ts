import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import { openPart } from './open-api.ts'

/**
 * Shows the public part of the API's description as a page at `/api/docs`. It loads files of this server
 * only, so it keeps to the content policy of the other pages (decision 0012). To be called after
 * `servePages`, which sets the headers.
 */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    theme: { title: 'Krapao' },
    // Read only, so that nobody types a token into it.
    uiConfig: { supportedSubmitMethods: [], docExpansion: 'list', defaultModelsExpandDepth: 0 },
    transformSpecification: (document) => ({ ...openPart(document as unknown as OpenAPIV3_1.Document) }),
    // The reference parser returns a document of its own, so nothing else is changed.
    transformSpecificationClone: false,
  })
}
