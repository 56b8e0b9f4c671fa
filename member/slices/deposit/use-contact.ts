import { settled } from '@krapao/web/ui/back-button.ts'
import { useLocation } from 'wouter'
import { shortReference } from '../../ui/short-reference.ts'

/** Opens the contact page with the reference by which support finds the case. */
export function useContact(onClose: () => void): (id: string) => void {
  const [, navigate] = useLocation()
  return (id) => {
    onClose()
    // Navigates only after the dialog has given back its history entry, which would lead back here.
    settled().then(() => navigate(`/user/contact?reference=${shortReference(id)}`))
  }
}
