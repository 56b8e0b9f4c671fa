import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../../app/api.ts'
import { textOr } from '../../../app/i18n.ts'
import { announce } from '../../../app/notices.ts'
import { toast } from '../../../ui/toasts.ts'
import { useQueues } from '../queries.ts'
import { type Counted, grown, tooOld } from './new-work.ts'
import { useWork } from './queries.ts'

const nameOf = (queue: string): string => textOr([`desk.queue.${queue}.name`], queue)

/**
 * Announces new items, items that have waited too long, and notes to this operator, on every page of the
 * console.
 */
export function useNewWork(): void {
  const { t } = useTranslation()
  const { data: queues } = useQueues()
  const before = useRef<Counted[]>(undefined)
  useEffect(() => {
    if (!queues) return
    for (const { queue, count } of grown(before.current, queues)) {
      announce(queue, t('work.notice.new', { queue: nameOf(queue), count }), `/${queue}`)
    }
    before.current = queues
  }, [queues, t])

  const { data: oldest } = useQuery({
    queryKey: ['oldest'],
    queryFn: ({ signal }) => api('GET /api/console/work/oldest', { signal }),
    refetchInterval: 60_000,
    refetchIntervalInBackground: true,
    staleTime: 50_000,
  })
  const notified = useRef(new Set<string>())
  useEffect(() => {
    if (!oldest) return
    for (const { queue } of tooOld(oldest.queues, new Date(), oldest.oldAfter, notified.current)) {
      const text = t('work.notice.old', { queue: nameOf(queue), count: oldest.oldAfter })
      announce(queue, text, `/${queue}`)
    }
  }, [oldest, t])

  const { data: work } = useWork()
  const unread = work?.mentions
  const unreadBefore = useRef<number>(undefined)
  useEffect(() => {
    if (unread === undefined) return
    const isNew = unreadBefore.current !== undefined && unread > unreadBefore.current
    unreadBefore.current = unread
    if (!isNew) return
    // The text itself, so that whoever was taken over reads why at once.
    api('GET /api/console/work/mentions')
      .then(({ mentions: [first] }) => {
        if (!first) return
        const { operator, text, kind } = first.note
        const said = text || t(kind === 'taken-over' ? 'work.notice.takenOver' : 'work.notice.assigned')
        const line = t('work.notice.note', { name: operator.name, text: said })
        toast('neutral', line)
        announce('mention', line, '/work/mentions')
      })
      .catch(() => {})
  }, [unread, t])
}
