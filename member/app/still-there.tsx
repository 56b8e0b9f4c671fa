import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { ChevronRight, Gift, Headset, type LucideIcon, ReceiptText } from 'lucide-react'
import { Link } from 'wouter'

/** Where to go while the balance cannot be shown: what does not need it. */
export default function StillThere() {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('wallet.shortcuts')} className="overflow-hidden rounded-card bg-card shadow-card">
      <ul className="divide-y divide-line">
        <Way icon={ReceiptText} text={t('menu.statement')} to="/user/statement" />
        <Way icon={Gift} text={t('wallet.bonus')} to="/user/bonus" />
        <Way icon={Headset} text={t('menu.contact')} to="/user/contact" />
      </ul>
    </nav>
  )
}

const Way = ({ icon: Icon, text, to }: { icon: LucideIcon; text: string; to: string }) => (
  <li>
    <Link href={to} className="flex min-h-14 items-center gap-3 px-4 py-2 font-medium hover:bg-sunken">
      <Icon className="size-5 shrink-0 text-link" aria-hidden />
      <span className="min-w-0 flex-1">{text}</span>
      <ChevronRight className="size-4 shrink-0 text-ink-soft" aria-hidden />
    </Link>
  </li>
)
