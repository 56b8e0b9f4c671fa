import { cleaning } from './picture-cleaning.ts'
import { serveTasks } from './process-tasks.ts'

/** A process that decodes pictures of the chat and of operators (pictures.ts). */
serveTasks(cleaning)
