import { maskedNumber } from '@krapao/contract/masked-number.ts'
import { isPersonalFact, type Personal, personal, personalKeys } from '@krapao/contract/personal-number.ts'
import type { TSchema } from 'typebox'

/**
 * Masks an answer: a copy in which phone and account numbers of members and senders have their last four
 * digits only.
 * @param queue of the item that the answer is about, where the call names one
 */
export type Mask = (answer: unknown, queue?: string) => unknown

/**
 * The mask of a call's answers, by the marks in its schema (rules.md §17.8): no handler masks anything
 * itself, and none can forget it. Undefined where the schema has no mark.
 */
export function maskOf(schema: TSchema): Mask | undefined {
  const masks = [
    markOf(schema),
    propertiesOf(schema),
    itemsOf(schema),
    ...partsOf(schema).map(maskOf),
  ].filter((mask) => mask !== undefined)
  if (masks.length === 0) return undefined
  // Of a union each part's mask leaves what it does not know; masking twice changes nothing.
  return (answer, queue) => masks.reduce((masked, mask) => mask(masked, queue), answer)
}

/** A schema as JSON has it. */
interface Form {
  properties?: Record<string, TSchema>
  items?: TSchema
  anyOf?: TSchema[]
  allOf?: TSchema[]
  oneOf?: TSchema[]
  patternProperties?: Record<string, TSchema>
  additionalProperties?: TSchema | boolean
  [personal]?: Personal
}

const partsOf = (schema: Form): TSchema[] => [
  ...(schema.anyOf ?? []),
  ...(schema.allOf ?? []),
  ...(schema.oneOf ?? []),
]

const markOf = (schema: Form): Mask | undefined => {
  const mark = schema[personal]
  return mark && marks[mark]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function propertiesOf(schema: Form): Mask | undefined {
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, form]) => {
    const mask = maskOf(form)
    return mask ? [[name, mask] as const] : []
  })
  const rest = [
    ...Object.values(schema.patternProperties ?? {}),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
  ].flatMap((form) => maskOf(form) ?? [])
  if (named.length === 0 && rest.length === 0) return undefined
  return (value, queue) => {
    if (!isObject(value)) return value
    const own = queueIn(value) ?? queue
    const masked = { ...value }
    for (const [name, mask] of named) if (name in value) masked[name] = mask(value[name], own)
    for (const mask of rest)
      for (const name of Object.keys(value))
        if (!schema.properties?.[name]) masked[name] = mask(masked[name], own)
    return masked
  }
}

/** The queue of an item, or of an audited subject such as `withdrawal:123`. */
function queueIn({ queue, subject }: Record<string, unknown>): string | undefined {
  if (typeof queue === 'string') return queue
  return typeof subject === 'string' ? subject.split(':')[0] : undefined
}

function itemsOf({ items }: Form): Mask | undefined {
  const mask = items && maskOf(items)
  return (
    mask && ((value, queue) => (Array.isArray(value) ? value.map((element) => mask(element, queue)) : value))
  )
}

const number: Mask = (value) => (typeof value === 'string' ? maskedNumber(value) : value)

const fact: Mask = (value, queue) =>
  isObject(value) && typeof value.label === 'string' && isPersonalFact(queue, value.label)
    ? { ...value, value: number(value.value) }
    : value

/** Values of any form: facts by their labels, and fields with a number's name. */
const details: Mask = (value, queue) => {
  if (Array.isArray(value)) return value.map((element) => details(element, queue))
  if (!isObject(value)) return value
  const masked = Object.entries(value).map(([name, inner]) => [
    name,
    personalKeys.includes(name) ? number(inner) : details(inner, queue),
  ])
  return fact(Object.fromEntries(masked), queue)
}

const marks: Record<Personal, Mask> = { number, fact, details }
