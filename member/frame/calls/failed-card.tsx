import { Failed } from '@krapao/web/ui/states.tsx'
import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import { Refused } from './refused.tsx'

/**
 * In the place of what a page could not load: why, and the reference by which support finds the call, with
 * the way to ask about it.
 * @param children what is said besides
 */
export const FailedCard = ({
  error,
  onRetry,
  children,
}: {
  error: unknown
  onRetry(): void
  children?: ReactNode
}) => (
  <Card>
    <Failed
      onRetry={onRetry}
      text={
        <span className="grid justify-items-center">
          {children && <span>{children}</span>}
          <Refused error={error} />
        </span>
      }
    />
  </Card>
)
