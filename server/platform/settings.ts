import type { Currency } from '@krapao/contract/money.ts'
import { type Static, type TSchema, Type } from 'typebox'
import Value from 'typebox/value'
import type { Database } from './database.ts'

/** One number, switch or text that the operator may change in the database; the default is in the code beside its rule. */
export interface SettingDefinition<S extends TSchema = TSchema> {
  key: string
  schema: S
  default: Static<S>
  doc: string
}

const defined = new Map<string, SettingDefinition>()

/** Declares a setting, once per key: `defineSetting('transfer.minimum', Type.Number({ minimum: 0 }), 1, 'Least transfer, baht')`. */
export function defineSetting<S extends TSchema>(
  key: string,
  schema: S,
  preset: Static<S>,
  doc: string,
): SettingDefinition<S> {
  if (defined.has(key)) throw new TypeError(`setting ${key} is defined twice`)
  const definition = { key, schema, default: preset, doc }
  defined.set(key, definition)
  return definition
}

/** The setting with this key. @throws TypeError where none is defined */
export function settingNamed(key: string): SettingDefinition {
  const definition = defined.get(key)
  if (!definition) throw new TypeError(`no setting is called ${key}`)
  return definition
}

/** A setting with a value for each currency of members: `key` for baht, `keyKip` for kip, in major units. */
export const defineAmounts = (key: string, preset: Record<Currency, number>, doc: string) => {
  const schema = Type.Number({ minimum: 0, maximum: 999_999_999.99 })
  return {
    THB: defineSetting(key, schema, preset.THB, `${doc}, baht`),
    LAK: defineSetting(`${key}Kip`, schema, preset.LAK, `${doc}, kip`),
  }
}

export interface Settings {
  /** The setting's value; at most two seconds older than the database's. */
  get<S extends TSchema>(definition: SettingDefinition<S>): Promise<Static<S>>
  /** Throws a TypeError when the value does not fit the definition. */
  set<S extends TSchema>(definition: SettingDefinition<S>, value: Static<S>): Promise<void>
}

export function createSettings(database: Database): Settings {
  let values: Promise<Map<string, unknown>> | undefined
  let readAt = 0

  function all(): Promise<Map<string, unknown>> {
    if (!values || performance.now() - readAt > 2000) {
      readAt = performance.now()
      values = database
        .query<{ key: string; value: unknown }>('select key, value from settings')
        .then((rows) => new Map(rows.map((row) => [row.key, row.value])))
      values.catch(() => {
        values = undefined
      })
    }
    return values
  }

  return {
    async get(definition) {
      const value = (await all()).get(definition.key)
      return value === undefined || !Value.Check(definition.schema, value) ? definition.default : value
    },
    async set(definition, value) {
      if (!Value.Check(definition.schema, value)) throw new TypeError(`${definition.key}: value does not fit`)
      await database.query(
        `insert into settings (key, value) values ($1, $2::jsonb)
         on conflict (key) do update set value = excluded.value, updated_at = now()`,
        [definition.key, JSON.stringify(value)],
      )
      values = undefined
    },
  }
}

export { Type }
