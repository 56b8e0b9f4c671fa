import type { CampaignContent, ContentOf } from '@krapao/contract/slices/campaign/content.ts'
import type { Kind } from '@krapao/contract/slices/campaign/kinds.ts'
import { addSeconds, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { isWithin, withCleanHtml } from './rules.ts'
import {
  type CampaignKey,
  type LiveVersion,
  selectChanges,
  selectLive,
  selectLiveOf,
  selectRevision,
  selectVersionsByKey,
} from './store.ts'

/** A version that is active or may be later, with its HTML sanitised. */
export interface KeptVersion<K extends Kind = Kind> extends LiveVersion {
  content: ContentOf<K>
}

/**
 * What is active, in the memory of a node. Every two seconds in which somebody asks, the campaigns that were
 * changed meanwhile are read again, and no others (rules.md §19.3).
 */
export interface LiveVersions {
  /** The active versions of a kind, those of the oldest campaign first. */
  list<K extends Kind>(kind: K): Promise<KeptVersion<K>[]>
  find<K extends Kind>(kind: K, code: string): Promise<KeptVersion<K> | undefined>
  /** The content of a version, if it is kept. */
  known<K extends Kind>(version: CampaignKey & { kind: K; version: number }): ContentOf<K> | undefined
  /** Whoever asks from now on is answered by what is committed now. */
  forget(): void
}

/** Milliseconds for which what is active is kept. */
const keptFor = 2000
/**
 * Seconds for which a version is kept after its end, so that a clock that is a little behind finds it still.
 */
const margin = 60

/** By kind and code; of each the latest version first. */
type Kept = Map<Kind, Map<string, KeptVersion[]>>

export function createLiveVersions({ db, clock }: { db: Db; clock: Clock }): LiveVersions {
  const kept: Kept = new Map()
  /** The latest change that is in `kept`; undefined: nothing was read yet. */
  let revision: number | undefined
  /** When the first of these versions ends. */
  let nextEnd = Number.POSITIVE_INFINITY
  let reading: Promise<void> = Promise.resolve()
  let last: { readAt: number; done: Promise<void> } | undefined

  function known<K extends Kind>({ kind, code, version }: CampaignKey & { kind: K; version: number }) {
    const found = kept
      .get(kind)
      ?.get(code)
      ?.find((known) => known.version === version)
    return found?.content as ContentOf<K> | undefined
  }

  /** With their contents, which never change: only those that are not known are read. */
  async function withContents(versions: LiveVersion[]): Promise<KeptVersion[]> {
    const missing = versions.filter((version) => !known(version))
    const rows = missing.length > 0 ? await selectVersionsByKey(db, missing) : []
    const fresh = new Map(rows.map((row) => [nameOf(row), withCleanHtml(row.content)]))
    return versions.map((version) => {
      const content = known(version) ?? fresh.get(nameOf(version))
      return { ...version, content: content as CampaignContent }
    })
  }

  function keep(versions: KeptVersion[]): void {
    for (const version of versions) {
      const codes = kept.get(version.kind) ?? new Map<string, KeptVersion[]>()
      kept.set(version.kind, codes)
      codes.set(version.code, [...(codes.get(version.code) ?? []), version])
      if (version.endsAt) nextEnd = Math.min(nextEnd, version.endsAt.getTime())
    }
  }

  function dropEnded(before: Date): void {
    if (nextEnd > before.getTime()) return
    const going = [...kept.values()]
      .flatMap((codes) => [...codes.values()].flat())
      .filter(({ endsAt }) => !endsAt || endsAt > before)
    kept.clear()
    nextEnd = Number.POSITIVE_INFINITY
    keep(going)
  }

  async function read(): Promise<void> {
    const before = addSeconds(clock.now(), -margin)
    if (revision === undefined) {
      // Before the versions: a change in between is read again.
      const first = await selectRevision(db)
      keep(await withContents(await selectLive(db, before)))
      revision = first
      return
    }
    dropEnded(before)
    const changes = await selectChanges(db, revision)
    if (changes.length === 0) return
    const versions = await withContents(await selectLiveOf(db, changes, before))
    for (const { kind, code } of changes) kept.get(kind)?.delete(code)
    keep(versions)
    revision = Math.max(...changes.map((change) => change.revision))
  }

  function current(): Promise<void> {
    if (last && performance.now() - last.readAt < keptFor) return last.done
    // One after the other, so that none puts back what a later one has read.
    const done = reading.then(read)
    reading = done.catch(() => {})
    const mine = { readAt: performance.now(), done }
    done.catch(() => {
      if (last === mine) last = undefined
    })
    last = mine
    return done
  }

  /** The active one of a campaign's versions. */
  const activeOf = <K extends Kind>(versions: KeptVersion[] | undefined): KeptVersion<K> | undefined => {
    const now = clock.now()
    return versions?.find((version) => isWithin(version, now)) as KeptVersion<K> | undefined
  }

  return {
    async list<K extends Kind>(kind: K) {
      await current()
      return [...(kept.get(kind)?.values() ?? [])]
        .flatMap((versions) => activeOf<K>(versions) ?? [])
        .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.code < b.code ? -1 : 1))
    },
    async find<K extends Kind>(kind: K, code: string) {
      await current()
      return activeOf<K>(kept.get(kind)?.get(code))
    },
    known,
    forget() {
      last = undefined
    },
  }
}

const nameOf = ({ kind, code, version }: CampaignKey & { version: number }): string =>
  `${kind}/${code}/${version}`
