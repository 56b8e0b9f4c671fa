import { newKey } from '@krapao/web/api/key.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { type FormEvent, useEffect, useState } from 'react'
import { ButtonPair } from '../../ui/actions.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/overlay.tsx'
import { clientSeed, isSeed, keepClientSeed, onClientSeed } from './seeds.ts'

/** The member's part of the draw, which they may write themselves; it is kept in this browser. */
export function ClientSeed() {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(clientSeed)
  const [pressed, setPressed] = useState(false)
  // A rotation brings another one.
  useEffect(() => onClientSeed(() => setTyped(clientSeed())), [])
  const isWrong = pressed && !isSeed(typed)

  function save(event: FormEvent): void {
    event.preventDefault()
    setPressed(true)
    if (!isSeed(typed)) return
    keepClientSeed(typed)
    toast('positive', t('ui.saved'))
  }

  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="text-xl font-semibold">{t('spin.fair.own')}</h2>
      <form noValidate className="grid gap-3" onSubmit={save}>
        <Field
          label={t('spin.fair.ownLabel')}
          hint={isWrong ? undefined : t('spin.fair.ownHint')}
          error={isWrong ? t('spin.fair.ownWrong') : undefined}
          value={typed}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
        <ButtonPair>
          <Button look="quiet" onClick={() => setTyped(newKey())}>
            {t('spin.fair.ownRandom')}
          </Button>
          <Button look="quiet" type="submit">
            {t('ui.save')}
          </Button>
        </ButtonPair>
      </form>
    </Card>
  )
}
