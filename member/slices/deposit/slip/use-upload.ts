import { ApiError } from '@krapao/web/api/client.ts'
import { upload } from '@krapao/web/api/upload.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { client } from '../../../frame/calls/api.ts'
import { toast } from '../../../ui/overlay.tsx'
import { problemOf } from './rules.ts'
import { takeSharedSlip } from './shared-slip.ts'
import { readSlips, slipsKey, useSlipRules } from './slips.ts'

/**
 * A chosen picture on its way to the server. `picture`: its address on this device; `isShared`: another app
 * has shared it, or a page of another site that hides where it comes from (member/worker/share-sender.ts),
 * and the member has not agreed yet.
 */
export type Chosen = { file: File; picture: string } & (
  | { at: 'chosen'; problem?: ReturnType<typeof problemOf>; isShared?: boolean }
  | { at: 'sending'; share: number }
  | { at: 'failed'; error: unknown }
)
export type State = { at: 'none' } | Chosen | { at: 'sent'; slipId: string }

/**
 * Sends one slip at a time. If the connection is lost, the list of slips is asked whether the slip arrived,
 * so that nobody sends it again and has it refused as a duplicate.
 * @param onLock called with whether a picture is on its way
 */
export function useSlipUpload(onLock: (locked: boolean) => void) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { data: rules } = useSlipRules()
  const [state, setState] = useState<State>({ at: 'none' })
  const abort = useRef<AbortController>(undefined)
  const picture = 'picture' in state ? state.picture : undefined
  useEffect(() => () => (picture ? URL.revokeObjectURL(picture) : undefined), [picture])
  useEffect(() => () => abort.current?.abort(), [])

  async function send(file: File, picture: string): Promise<void> {
    const aborting = new AbortController()
    abort.current = aborting
    setState({ at: 'sending', file, picture, share: 0 })
    onLock(true)
    const before = await newest(aborting.signal)
    try {
      const form = new FormData()
      form.append('file', file)
      const { slipId } = await upload(client, 'POST /api/wallet/slip', form, {
        signal: aborting.signal,
        onProgress: (share) => setState({ at: 'sending', file, picture, share }),
      })
      setState({ at: 'sent', slipId })
    } catch (error) {
      const lost = error instanceof ApiError && error.code === 'NETWORK' && before !== undefined
      const arrived = lost ? await newSince(before) : undefined
      if (arrived) setState({ at: 'sent', slipId: arrived })
      else if (aborting.signal.aborted) setState({ at: 'chosen', file, picture })
      else setState({ at: 'failed', file, picture, error })
    } finally {
      onLock(false)
      queries.invalidateQueries({ queryKey: slipsKey })
    }
  }

  const choose = (file: File, isShared = false): void =>
    setState({ at: 'chosen', file, picture: URL.createObjectURL(file), isShared })

  // Also one that was shared before a login.
  const takeShared = useEffectEvent(async () => {
    const shared = await takeSharedSlip(Date.now()).catch(() => undefined)
    if (shared === 'old') toast('neutral', t('deposit.slip.sharedOld'))
    else if (shared === 'none') toast('neutral', t('deposit.slip.sharedNone'))
    else if (shared) {
      if (shared.hasMore) toast('neutral', t('deposit.slip.sharedMore'))
      choose(shared.file, true)
    }
  })
  useEffect(() => {
    takeShared()
  }, [])

  return {
    // The rules may arrive after the picture.
    state: state.at === 'chosen' && rules ? { ...state, problem: problemOf(state.file, rules) } : state,
    choose: (file: File): void => choose(file),
    send(): void {
      if (state.at === 'chosen' || state.at === 'failed') send(state.file, state.picture)
    },
    cancel: (): void => abort.current?.abort(),
    reset: (): void => setState({ at: 'none' }),
  }
}

export type SlipUpload = ReturnType<typeof useSlipUpload>

/**
 * The id of a slip that arrived since; the list is asked twice, because the server may still be storing the
 * slip.
 */
async function newSince(before: string): Promise<string | undefined> {
  for (const wait of [0, 2000]) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    const now = await newest()
    if (now && now !== before) return now
  }
  return undefined
}

/** The newest slip's id, empty without slips; undefined if the list cannot be loaded. */
const newest = (signal?: AbortSignal): Promise<string | undefined> =>
  readSlips({ signal }).then(
    ({ slips }) => slips[0]?._id ?? '',
    () => undefined,
  )
