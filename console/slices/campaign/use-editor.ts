import type { Currency } from '@krapao/contract/money.ts'
import { ceilingProblems } from '@krapao/contract/slices/campaign/ceilings.ts'
import { exposureOf } from '@krapao/contract/slices/campaign/cost.ts'
import type { Kind } from '@krapao/contract/slices/campaign/kinds.ts'
import { problemsOf } from '@krapao/contract/slices/campaign/problems.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { brand } from '@krapao/web/brand/brand.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../app/api.ts'
import { useDraft } from '../../app/use-draft.ts'
import { toast } from '../../ui/toasts.ts'
import { useNow } from '../../ui/when.ts'
import { type Draft, firstDraft, fromText, isReason, toText } from './draft.ts'
import type { FormFacts } from './form/form-context.ts'
import { problemText } from './problem-text.ts'
import { problemsIn } from './problems-in.ts'
import { type CampaignAnswer, pathOf, useCeilings } from './queries.ts'

/** What the form of a version knows and does. @param before the campaign; undefined: it is new */
export function useEditor(kind: Kind, before: CampaignAnswer | undefined) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const now = useNow()
  const [kept, keep, forget, readKept] = useDraft(`campaign:${kind}/${before?.campaign.code ?? ''}`)
  const currency: Currency = brand.variant === 'la' ? 'LAK' : 'THB'
  const first = useMemo(() => firstDraft(kind, before, currency), [kind, before, currency])
  const draft = useMemo(() => fromText(kept) ?? first, [kept, first])
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  /** Whether the draft is being sent or given up: an upload that comes back later changes nothing of it. */
  const isOver = useRef(false)
  const { content } = draft
  // Without them the server says what is above a ceiling.
  const { data: ceilings } = useCeilings(content.currency)
  const above = ceilings ? ceilingProblems(content, ceilings) : []

  const problems = tried ? [...problemsOf({ ...draft, kind }, now), ...above, ...problemsIn(refused)] : []
  const facts: FormFacts = {
    currency: content.currency,
    exposure: ceilings && exposureOf(content, ceilings),
    errorOf(path) {
      const found = problems.find(({ field }) => field === path)
      return found && problemText(found, content.currency)
    },
    hasErrorBelow: (path) => problems.some(({ field }) => field.startsWith(path)),
  }
  const back = before ? pathOf(before.campaign) : `/campaigns/${kind}`

  /** Moves to the first field that is marked, once it is. */
  function showFirst(): void {
    requestAnimationFrame(() => {
      const field = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
      field?.closest('details')?.setAttribute('open', '')
      // Of a text in several languages one is shown.
      const part = field?.closest('[hidden]')
      form.current?.querySelector<HTMLElement>(`[data-shows="${part?.id}"]`)?.click()
      requestAnimationFrame(() => field?.focus())
    })
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    setTried(true)
    setRefused(undefined)
    const { code, ...version } = draft
    const isWrong = problemsOf({ ...draft, kind }, new Date()).length > 0 || above.length > 0
    if (isWrong || !isReason(draft.reason)) return showFirst()
    setBusy(true)
    isOver.current = true
    try {
      await api('POST /api/console/campaigns/:kind/:code/versions', { params: { kind, code }, ...version })
      forget()
      await queries.invalidateQueries({ queryKey: ['campaigns'] })
      toast('positive', t('campaign.made'))
      navigate(pathOf({ kind, code }))
    } catch (error) {
      setRefused(error)
      setBusy(false)
      isOver.current = false
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'INVALID_CAMPAIGN') showFirst()
      if (error.code === 'CAMPAIGN_CHANGED') await queries.invalidateQueries({ queryKey: ['campaigns'] })
    }
  }

  return {
    draft,
    facts,
    form,
    busy,
    refused,
    back,
    submit,
    isWrong: problems.length > 0,
    isReasonMissing: tried && !isReason(draft.reason),
    /** Whether another version was made while this one is written. */
    isOld: before !== undefined && before.campaign.latest !== draft.basedOn,
    isKept: kept !== '',
    /**
     * @param part replaces fields; a function is given the draft of that moment, which an upload may come
     *   back to
     */
    change(part: Partial<Draft> | ((now: Draft) => Partial<Draft>)) {
      if (isOver.current) return
      setRefused(undefined)
      const now = fromText(readKept()) ?? first
      keep(toText({ ...now, ...(typeof part === 'function' ? part(now) : part) }))
    },
    discard() {
      isOver.current = true
      forget()
      navigate(back)
    },
  }
}

export type EditorState = ReturnType<typeof useEditor>
