import { ApiError } from '@krapao/web/api/client.ts'
import { Failed } from '@krapao/web/ui/states.tsx'
import { errorText } from './errors.ts'

/** Something could not be loaded. Only where no answer came the internet may be to blame. */
export const NotLoaded = ({
  error,
  title,
  onRetry,
}: {
  error: unknown
  title?: string | undefined
  onRetry(): void
}) => (
  <Failed
    isOurs={!(error instanceof ApiError && error.status === 0)}
    {...(title !== undefined && { title })}
    text={errorText(error)}
    onRetry={onRetry}
  />
)
