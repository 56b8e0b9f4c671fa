import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { CapitalsField } from '@krapao/web/ui/capitals-field.tsx'
import { TicketPercent } from 'lucide-react'
import { useRef, useState } from 'react'
import { Card } from '../../ui/card.tsx'
import type { Wallet } from '../wallet/public.ts'
import { PromotionModal } from './promotion-modal.tsx'

/**
 * The field for a promotion code, which looks like capitals however it is typed; what is found opens in a
 * modal.
 */
export function PromotionForm({ wallet, onReceived }: { wallet: Wallet; onReceived(): void }) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const [wanted, setWanted] = useState<string>()
  const form = useRef<HTMLFormElement>(null)

  function find(): void {
    const trimmed = code.trim()
    setMissing(trimmed === '')
    if (trimmed) setWanted(trimmed)
    else form.current?.querySelector('input')?.focus()
  }

  return (
    <Card className="max-wide:p-4">
      <h2 className="mb-2 flex items-center gap-2 text-base font-semibold">
        <TicketPercent className="size-5 text-link" aria-hidden />
        {t('promotion.title')}
      </h2>
      <form
        ref={form}
        noValidate
        className="flex flex-wrap items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          find()
        }}
      >
        <div className="min-w-[min(8rem,100%)] flex-1">
          <CapitalsField
            label={t('promotion.code')}
            quiet
            error={missing ? t('promotion.missing') : undefined}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={40}
            value={code}
            onChange={(typed) => {
              setMissing(false)
              setCode(typed)
            }}
          />
        </div>
        <Button type="submit" look="quiet">
          {t('promotion.find')}
        </Button>
      </form>
      {wanted && (
        <PromotionModal
          code={wanted}
          wallet={wallet}
          onReceived={() => {
            setWanted(undefined)
            onReceived()
          }}
          onClose={() => setWanted(undefined)}
        />
      )}
    </Card>
  )
}
