import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { toastRefused } from '../../app/refused.tsx'
import { confirm, toast } from '../../ui/overlay.tsx'
import { noteFingerprint } from './seeds.ts'
import { wheelKey } from './wheel.ts'

/**
 * Asks, and then reveals the seed in force and has the server commit to a new one (rules.md §11.2). A repetition after a
 * lost answer reveals the next seed, which harms nobody.
 */
export function useRotate() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: wheelKey })
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      const { seed } = await api('POST /api/spinwheel/seed/rotate', {})
      noteFingerprint(seed)
    },
    onSuccess() {
      toast('positive', t('spin.fair.rotated'))
      reload()
    },
    onError(error) {
      toastRefused(error)
      reload()
    },
  })
  async function rotate(): Promise<void> {
    const yes = await confirm({
      title: t('spin.fair.rotateAsk'),
      text: t('spin.fair.rotateText'),
      confirm: t('spin.fair.rotate'),
    })
    if (yes) mutate()
  }
  return { rotate, isRotating: isPending }
}
