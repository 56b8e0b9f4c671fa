import { type Language, languages } from '@krapao/contract/languages.ts'
import { type BotFieldProblem, problemsOfBot } from '@krapao/contract/slices/chat/bot-problems.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../../../app/api.ts'
import { toast } from '../../../ui/toasts.ts'
import { type Bot, botKey } from '../queries.ts'
import { type BotDraft, isSame, toContent, toDraft } from './draft.ts'
import { useKeptDraft } from './kept-draft.ts'
import { languageOf, type PartId, type Place, partOf, placesOf } from './places.ts'
import { savedWords } from './saved-words.ts'

/**
 * What the editor of the bot knows and does. @param newest the newest version, which may change at any time
 */
export function useBotEditor(operatorId: string, newest: Bot) {
  const { t, i18n } = useTranslation()
  const queries = useQueryClient()
  const { draft: kept, keep, isLost } = useKeptDraft(operatorId)
  const draft = useMemo(() => kept ?? toDraft(newest.content, newest.version), [kept, newest])
  const content = useMemo(() => toContent(draft), [draft])
  /** What the server alone found wrong; it counts until something is changed. */
  const [refused, setRefused] = useState<BotFieldProblem[]>([])
  const problems = useMemo(() => [...problemsOfBot(content), ...refused], [content, refused])
  const [language, setLanguage] = useState<Language>(languages.find((one) => one === i18n.language) ?? 'th')
  const [open, setOpen] = useState<PartId>()
  /** Whether fields say what is wrong with them: a step that was just added is not full of errors yet. */
  const [showsErrors, setShowsErrors] = useState(false)
  const form = useRef<HTMLDivElement>(null)

  // Two changes before the next render: the second one begins with what the first one made.
  const latest = useRef(draft)
  latest.current = draft
  function change(make: (draft: BotDraft) => BotDraft): void {
    latest.current = make(latest.current)
    setRefused([])
    keep(
      isSame(latest.current, newest.content) && latest.current.basedOn === newest.version
        ? undefined
        : latest.current,
    )
  }

  // A publication whose answer was lost was carried out after all.
  const isPublished = kept !== undefined && newest.version !== kept.basedOn && isSame(kept, newest.content)
  useEffect(() => {
    if (isPublished) keep(undefined)
  }, [isPublished, keep])

  /** Opens a part and moves the focus to a field of it, or else to what is around the field. */
  function show(part: PartId, field: string): void {
    setOpen(part)
    requestAnimationFrame(() => {
      for (let place = field; place !== ''; place = place.replace(/\/?[^/]*$/, '')) {
        const found = form.current?.querySelector<HTMLElement>(`[data-place="${place}"],[name="${place}"]`)
        if (!found) continue
        found.focus()
        found.scrollIntoView({ block: 'center' })
        return
      }
    })
  }

  /** Goes to where something is wrong. */
  function goTo({ part, fields }: Place): void {
    const field = fields.find((one) => languageOf(one) === language) ?? fields[0] ?? ''
    setShowsErrors(true)
    setLanguage(languageOf(field) ?? language)
    show(part, field)
  }

  /** @throws ApiError */
  async function publish(): Promise<void> {
    const mine = latest.current
    try {
      const saved = await api('PUT /api/console/chat-bot', {
        basedOn: mine.basedOn,
        content: toContent(mine),
      })
      keep(undefined)
      toast(...savedWords(t, saved))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'INVALID_CHAT_BOT') {
        setRefused((error.body.fields ?? []) as unknown as BotFieldProblem[])
        setShowsErrors(true)
      }
      throw error
    } finally {
      await queries.invalidateQueries({ queryKey: botKey })
    }
  }

  return {
    draft,
    content,
    change,
    language,
    setLanguage,
    open,
    setOpen,
    form,
    show,
    goTo,
    publish,
    isLost,
    isChanged: kept !== undefined,
    /** Another version was published while this one was edited. */
    isBehind: kept !== undefined && newest.version !== draft.basedOn && !isPublished,
    places: useMemo(() => placesOf(problems), [problems]),
    errorAt: (field: string) =>
      showsErrors ? problems.find((one) => one.field === field)?.problem : undefined,
    /** How many problems a part has, in one language, or in all together. */
    countIn(part: PartId, only?: Language): number {
      const own = problems.filter(({ field }) => partOf(field) === part)
      return only ? own.filter(({ field }) => languageOf(field) === only).length : placesOf(own).length
    },
    /** Publishes over the newest version knowingly: what it says is replaced by the draft. */
    goOnOver: () => change((before) => ({ ...before, basedOn: newest.version })),
    discard: () => {
      setRefused([])
      setShowsErrors(false)
      keep(undefined)
    },
  }
}

export type BotEditor = ReturnType<typeof useBotEditor>
