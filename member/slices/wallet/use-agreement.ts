import { delays } from '@krapao/contract/limits.ts'
import { local } from '@krapao/web/storage/stored.ts'
import { useEffect, useState } from 'react'

/**
 * Whether to open the agreement: 1.5 s after the dashboard opened, unless it was read before (product.md §2),
 * and not while another modal is open.
 */
export function useAgreement(free: boolean): { due: boolean; close(): void } {
  const [state, setState] = useState<'waiting' | 'due' | 'closed'>('waiting')
  useEffect(() => {
    if (local.read('remember-agreement')) return
    const timer = setTimeout(() => setState('due'), delays.agreement)
    return () => clearTimeout(timer)
  }, [])
  return { due: state === 'due' && free, close: () => setState('closed') }
}
