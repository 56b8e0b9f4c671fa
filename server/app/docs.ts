import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import { openPart } from './open-api.ts'

/**
 * Shows what everybody may read of the description of the calls as a page at `/api/docs`. All that it loads is a file of
 * this server, so it keeps to the policy of the other pages (decision 0012). To be called after `servePages`, whose
 * headers it takes.
 */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    theme: { title: 'Krapao' },
    // To read only: nobody is to type a token into it.
    uiConfig: { supportedSubmitMethods: [], docExpansion: 'list', defaultModelsExpandDepth: 0 },
    transformSpecification: (document) => ({ ...openPart(document as unknown as OpenAPIV3_1.Document) }),
    // What it makes is a document of its own already.
    transformSpecificationClone: false,
  })
}
