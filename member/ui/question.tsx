import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { ButtonPair } from './actions.tsx'
import type { Question } from './questions.ts'

/** A confirmation, or an alert with one button. */
export function QuestionDialog({ asked }: { asked: Question }) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={asked.title}
      onClose={() => asked.answer(false)}
      footer={
        <ButtonPair>
          {asked.confirm && (
            <Button look="quiet" onClick={() => asked.answer(false)}>
              {asked.cancel ?? t('ui.cancel')}
            </Button>
          )}
          <Button look={asked.danger ? 'danger' : 'primary'} onClick={() => asked.answer(true)}>
            {asked.confirm ?? t('ui.ok')}
          </Button>
        </ButtonPair>
      }
    >
      <div className="text-base">{asked.text}</div>
    </Dialog>
  )
}
