import type { Currency } from '@krapao/contract/money.ts'
import type { Logger } from 'pino'
import { type Static, type TSchema, Type } from 'typebox'
import Value from 'typebox/value'
import { type Database, type Db, rawQuery, type Tx } from './database.ts'
import { shortCache } from './short-cache.ts'

/**
 * A value that can be changed in the database while the server runs; its default is in the code, beside the
 * rule that reads it.
 */
export interface SettingDefinition<S extends TSchema = TSchema> {
  key: string
  schema: S
  default: Static<S>
  doc: string
  /** The fault of a value that fits the schema; undefined: none. */
  problem?: ((value: Static<S>) => string | undefined) | undefined
}

const defined = new Map<string, SettingDefinition>()

/**
 * Declares a setting, once per key, e.g.
 * `defineSetting('transfer.minimum', Type.Number({ minimum: 0 }), 1, 'Least transfer, baht')`.
 * @param problem says what is wrong with a value, where the schema cannot
 */
export function defineSetting<S extends TSchema>(
  key: string,
  schema: S,
  preset: Static<S>,
  doc: string,
  problem?: (value: Static<S>) => string | undefined,
): SettingDefinition<S> {
  if (defined.has(key)) throw new TypeError(`setting ${key} is defined twice`)
  const definition = { key, schema, default: preset, doc, problem }
  // The map forgets the type of the value; a value is checked by the schema before it is asked what is wrong
  // with it.
  defined.set(key, definition as unknown as SettingDefinition)
  return definition
}

/** The setting with this key. @throws TypeError if there is none */
export function settingNamed(key: string): SettingDefinition {
  const definition = defined.get(key)
  if (!definition) throw new TypeError(`no setting is called ${key}`)
  return definition
}

/**
 * Declares a setting per currency of members, in major units: `key` for baht, `key` with the suffix `Kip` for
 * kip.
 */
export const defineAmounts = (key: string, preset: Record<Currency, number>, doc: string) => ({
  THB: defineSetting(keyOf(key, 'THB'), amount, preset.THB, `${doc}, baht`),
  LAK: defineSetting(keyOf(key, 'LAK'), amount, preset.LAK, `${doc}, kip`),
})

const amount = Type.Number({ minimum: 0, maximum: 999_999_999.99 })
const keyOf = (key: string, currency: Currency): string => (currency === 'LAK' ? `${key}Kip` : key)

/**
 * The setting of another slice that was declared per currency, by its name: for one that cannot import that
 * slice, because it is imported by it. @throws TypeError if there is none
 */
export const amountNamed = (key: string, currency: Currency): SettingDefinition<typeof amount> =>
  settingNamed(keyOf(key, currency)) as unknown as SettingDefinition<typeof amount>

export interface Settings {
  /** The setting's value; at most two seconds older than the database's. */
  get<S extends TSchema>(definition: SettingDefinition<S>): Promise<Static<S>>
  /** @throws TypeError that says what is wrong, if the value does not fit the definition */
  set<S extends TSchema>(definition: SettingDefinition<S>, value: Static<S>): Promise<void>
}

export function createSettings(database: Database, log?: Pick<Logger, 'warn'>): Settings {
  /** The fault of a stored value that was logged last, so that it is logged once. */
  const said = new Map<string, string>()
  const values = shortCache(async () => {
    const rows = await database.query<{ key: string; value: unknown }>('select key, value from settings')
    for (const { key, value } of rows) {
      const definition = defined.get(key)
      const problem = definition && problemOf(definition, value)
      if (problem && said.get(key) !== problem) {
        log?.warn({ setting: key }, `a setting is not used: ${key} ${problem}`)
        said.set(key, problem)
      }
    }
    return new Map(rows.map(({ key, value }) => [key, value]))
  })

  return {
    get: async (definition) => settingIn(await values.get(), definition),
    async set(definition, value) {
      const problem = problemOf(definition, value)
      if (problem) throw new TypeError(`${definition.key} ${problem}`)
      await database.query(
        `insert into settings (key, value) values ($1, $2::jsonb)
         on conflict (key) do update set value = excluded.value, updated_at = now()`,
        [definition.key, JSON.stringify(value)],
      )
      values.clear()
    },
  }
}

/**
 * Reads settings from the database by the caller's handle, without the cache of `Settings`. For code with an
 * open transaction: on PGlite, which has one session, `Settings` would wait for that transaction.
 */
export async function readSettings(
  handle: Db | Tx,
  definitions: SettingDefinition[],
): Promise<<S extends TSchema>(definition: SettingDefinition<S>) => Static<S>> {
  const rows = await rawQuery<{ key: string; value: unknown }>(
    handle,
    'select key, value from settings where key = any($1::text[])',
    [definitions.map(({ key }) => key)],
  )
  const values = new Map(rows.map(({ key, value }) => [key, value]))
  return (definition) => settingIn(values, definition)
}

/** The stored value of a setting; the default if there is none, or it does not fit the definition. */
function settingIn<S extends TSchema>(
  values: Map<string, unknown>,
  definition: SettingDefinition<S>,
): Static<S> {
  const value = values.get(definition.key)
  return problemOf(definition, value) === undefined ? (value as Static<S>) : definition.default
}

/** The fault of a value; undefined: it fits. */
function problemOf<S extends TSchema>(
  { schema, problem }: SettingDefinition<S>,
  value: unknown,
): string | undefined {
  return Value.Check(schema, value) ? problem?.(value) : 'does not have the form that it should have'
}

export { Type }
