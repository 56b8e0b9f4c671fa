import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { useEffect, useState } from 'react'
import { prove } from '../../app/prove.ts'
import { ConfirmForm } from './confirm-form.tsx'

/** Asks again who sits here, when a call was refused for want of it; the call is then sent once more. */
export function ConfirmDialog() {
  const { t } = useTranslation()
  const [answer, setAnswer] = useState<(did: boolean) => void>()
  useEffect(() => {
    let end = (_did: boolean) => {}
    prove.show = () =>
      new Promise((resolve) => {
        end = resolve
        setAnswer(() => resolve)
      })
    return () => {
      prove.show = async () => false
      // Calls that wait go on: nobody can answer here any more.
      end(false)
    }
  }, [])
  if (!answer) return null
  const end = (did: boolean) => {
    setAnswer(undefined)
    answer(did)
  }
  return (
    <Dialog title={t('operator.confirm.title')} onClose={() => end(false)}>
      <div className="grid gap-4">
        <p className="text-sm text-ink-soft">{t('operator.confirm.lead')}</p>
        <ConfirmForm onDone={() => end(true)} />
      </div>
    </Dialog>
  )
}
