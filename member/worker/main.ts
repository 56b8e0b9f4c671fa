import { keepFiles } from './files.ts'
import { keepPage } from './page.ts'
import { type PushScope, takePushes } from './push.ts'
import { scope } from './scope.ts'
import { takeSharedSlips } from './share-slip.ts'

/**
 * The service worker (docs/decisions/0033). It keeps the app's own files and its page, nothing that a call
 * answered and nothing of a member, so that the app also starts without a network. What it does not name
 * below goes to the network as if it were not there.
 */
keepPage()
keepFiles()
takeSharedSlips()
takePushes(scope as unknown as PushScope)
