import ajvCompiler from '@fastify/ajv-compiler'
import serializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifySchema, FastifyServerOptions } from 'fastify'
import { unstorableIn } from '../platform/storable.ts'

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
/** What Fastify gives of a route. */
type Part = { schema: FastifySchema }
type Validate = ((data: unknown) => boolean) & { errors?: unknown }
type Serialize = (answer: unknown) => string

const compileValidator = ajvCompiler()(
  {},
  {
    // A tolerance under which 578987556.41 is a multiple of 0.01; readStrictJson has already counted the
    // decimals.
    customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false, multipleOfPrecision: 3 },
  },
) as unknown as (part: Part) => Validate
const compileSerializer = serializerSelector()({}, {}) as unknown as (part: Part) => Serialize

/**
 * Compiles a call's schema when the first request needs it, and once in a process: to compile all of them
 * takes more of a server's start than everything else. A test compiles the schemas of every call, because a
 * wrong one no longer ends the start. Schemas that several calls name by `$ref` are not supported.
 *
 * Beside its schema, every text of every call has to be one that can be stored (rules.md §14).
 */
export const schemaCompilers = {
  buildValidator:
    () =>
    ({ schema }: Part) => {
      const validate: Validate = (data) => {
        const unstorable = unstorableIn(data)
        if (unstorable.length > 0) {
          validate.errors = unstorable.map(toProblem)
          return false
        }
        const compiled = validatorOf(schema)
        const isValid = compiled(data)
        validate.errors = compiled.errors
        return isValid
      }
      return validate
    },
  buildSerializer:
    () =>
    ({ schema }: Part) =>
    (answer: unknown) =>
      serializerOf(schema)(answer),
} as unknown as Compilers

const toProblem = (instancePath: string) => ({
  instancePath,
  keyword: 'storable',
  message: 'must be a well-formed text without zero bytes',
  params: {},
})

export const validatorOf = memo(compileValidator)
export const serializerOf = memo(compileSerializer)

function memo<F>(compile: (part: Part) => F): (schema: FastifySchema) => F {
  const compiled = new WeakMap<object, F>()
  return (schema) => {
    let made = compiled.get(schema)
    if (!made) {
      made = compile({ schema })
      compiled.set(schema, made)
    }
    return made
  }
}
