import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../frame/calls/api.ts'
import { toastRefused } from '../../frame/calls/refused.tsx'
import { confirm, toast } from '../../ui/overlay.tsx'
import { newClientSeed, noteFingerprint } from './seeds.ts'
import { wheelKey } from './wheel.ts'

/**
 * Asks, and then has the server reveal the seed in force. The next one, whose hash was shown before, meets a
 * client seed that the server has never seen (rules.md §11.2). A repetition after a lost answer reveals the
 * next seed, which harms nobody.
 */
export function useRotate() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: wheelKey })
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      // Before the answer, which may be lost though the server has carried it out.
      newClientSeed()
      const { seed, nextSeed } = await api('POST /api/spinwheel/seed/rotate', {})
      noteFingerprint(seed)
      noteFingerprint({ ...nextSeed, nonce: 0 })
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
