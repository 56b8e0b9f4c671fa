import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint, Hook } from '@krapao/contract/endpoint.ts'
import * as endpoints from '@krapao/contract/endpoints.ts'
import { errorStatus } from '@krapao/contract/errors.ts'
import * as hooks from '@krapao/contract/hooks.ts'
import * as schemas from '@krapao/contract/schemas.ts'
import { validate } from '@readme/openapi-parser'
import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newOperator } from '../slices/operator/testing.ts'
import { type TestApp, testApp } from '../testing/app.ts'

let app: TestApp
let whole: OpenAPIV3_1.Document
let open: OpenAPIV3_1.Document
beforeAll(async () => {
  app = await testApp()
  const { token } = await newOperator(app, 'support')
  const read = async (headers: Record<string, string>) =>
    (await (await fetch(`${app.address}/api/openapi.json`, { headers })).json()) as OpenAPIV3_1.Document
  whole = await read({ authorization: `Bearer ${token}` })
  open = await read({})
})
afterAll(() => app.close())

const calls: (Endpoint | Hook)[] = [...Object.values(endpoints), ...Object.values(hooks)]
const operationOf = ({ method, path }: { method: string; path: string }) =>
  whole.paths?.[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase() as 'get']

/** The codes of an operation for one status. */
function codesIn(operation: OpenAPIV3_1.OperationObject | undefined, status: number): unknown[] {
  const response = operation?.responses?.[status] as OpenAPIV3_1.ResponseObject | undefined
  const schema = response?.content?.['application/json']?.schema as OpenAPIV3_1.SchemaObject | undefined
  const own = schema?.allOf?.[1] as OpenAPIV3_1.SchemaObject | undefined
  const message = own?.properties?.message as OpenAPIV3_1.SchemaObject | undefined
  return message?.enum ?? []
}

describe('the description of the API', () => {
  test.each([
    ['of operators', () => whole],
    ['of everybody', () => open],
  ])('%s is an OpenAPI document', async (_, document) => {
    // The parser resolves references in place.
    expect(await validate(structuredClone(document()))).toMatchObject({ valid: true })
  })

  test('names every error code of every call at its status, each with the body of an error', () => {
    const missing = calls.flatMap((call) =>
      call.errors
        .filter((code) => {
          const special = 'statuses' in call ? call.statuses?.[code] : undefined
          return !codesIn(operationOf(call), special ?? errorStatus[code]).includes(code)
        })
        .map((code) => `${call.method} ${call.path} ${code}`),
    )
    expect(missing).toEqual([])
    expect(codesIn(operationOf(endpoints.transfer), 422)).toEqual(
      expect.arrayContaining(['MONEY_NOT_ENOUGH', 'TRANSFER_MINIMUM']),
    )
    expect(codesIn(operationOf(endpoints.transfer), 401)).toEqual(['invalid-token'])
    expect(JSON.stringify(operationOf(endpoints.transfer)?.responses?.[422])).toContain(
      '"#/components/schemas/ErrorAnswer"',
    )
  })

  test('has a schema for each name of the contract, and repeats none of them elsewhere', () => {
    expect(Object.keys(whole.components?.schemas ?? {}).sort()).toEqual(Object.keys(schemas).sort())
    const text = JSON.stringify(whole)
    const unused = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`))
    expect(unused).toEqual([])
    for (const [name, schema] of Object.entries(schemas)) {
      expect(JSON.stringify(whole.paths), name).not.toContain(JSON.stringify(schema))
    }
  })

  test('every object that the contract exports and a call uses has a name, except parameters', async () => {
    const files = globSync('slices/**/*.ts', { cwd: contract }).filter((file) => !file.endsWith('.test.ts'))
    const modules = await Promise.all(files.map((file) => import(join(contract, file))))
    const exported = modules.flatMap((module) => Object.entries(module as Record<string, { type?: unknown }>))
    const objects = exported.filter(([name, { type }]) => type === 'object' && !name.endsWith('Params'))
    expect(objects.length).toBeGreaterThan(20)
    const carried = JSON.stringify(calls)
    const nameless = objects.filter(([name]) => !(name in schemas))
    expect(
      nameless.filter(([, schema]) => carried.includes(JSON.stringify(schema))).map(([name]) => name),
    ).toEqual([])
  })

  test('says how a caller authenticates', () => {
    expect(operationOf(endpoints.login)?.security).toEqual([])
    expect(operationOf(endpoints.transfer)?.security).toEqual([{ member: [], requestedWith: [] }])
    expect(operationOf(endpoints.getDesk)?.security).toEqual([{ operator: [] }])
    expect(operationOf(hooks.reportTransfer)?.security).toEqual([{ signature: [] }])
    expect(whole.components?.securitySchemes?.signature).toMatchObject({ in: 'header', name: 'X-Signature' })
  })

  test('has the reports of banks and gateways, with the status that each code has there', () => {
    expect(codesIn(operationOf(hooks.reportPayment), 409)).toEqual(['IDEMPOTENCY_CONFLICT'])
    expect(codesIn(operationOf(hooks.reportTransfer), 401)).toEqual(['invalid-token'])
    const body = operationOf(hooks.reportPayment)?.requestBody as OpenAPIV3_1.RequestBodyObject
    expect(body.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/PaymentReport' })
  })

  test('shows strangers nothing about the console, nor about schemas that only the console uses', () => {
    expect(Object.keys(open.paths ?? {}).filter((path) => path.includes('console'))).toEqual([])
    expect(Object.keys(open.components?.schemas ?? {})).not.toContain('DeskItem')
    expect(Object.keys(open.components?.schemas ?? {})).toContain('Wallet')
    expect(open.components?.securitySchemes).not.toHaveProperty('operator')
  })
})

const contract = join(import.meta.dirname, '../../contract')
