import { settled } from '@krapao/web/ui/back-button.ts'
import { useLocation } from 'wouter'
import { shortReference } from '../../ui/receipt.tsx'

/** The way to support with something in hand: the number that they find the case by. */
export function useContact(onClose: () => void): (id: string) => void {
  const [, navigate] = useLocation()
  return (id) => {
    onClose()
    // Once the dialog has given back its entry on the history, which would lead back here.
    settled().then(() => navigate(`/user/contact?reference=${shortReference(id)}`))
  }
}
