import type { AnswerOf, CallName } from '@krapao/contract/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../frame/calls/api.ts'

/** The lookups whose answer depends on the language alone. */
type TextCall = Extract<
  CallName,
  'GET /api/lookup/conditions' | 'GET /api/lookup/agreements' | 'GET /api/lookup/contact'
>

/**
 * A lookup in the current language, loaded again when the language changes.
 * @param delay milliseconds before the call (product.md §9)
 */
export function useTexts<N extends TextCall>(name: N, delay = 0) {
  const { i18n } = useTranslation()
  return useQuery<AnswerOf<N>>({
    queryKey: [name, i18n.language],
    async queryFn({ signal }) {
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
      return (await api<TextCall>(name, { signal })) as AnswerOf<N>
    },
    staleTime: 300_000,
  })
}
