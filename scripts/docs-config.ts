// npm run docs:config: writes docs/configuration.md from the table of settings.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeConfig } from '../server/app/config.ts'
import { root } from './project.ts'

writeFileSync(join(root, 'docs/configuration.md'), describeConfig())
