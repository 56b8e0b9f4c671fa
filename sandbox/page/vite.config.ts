import { defineConfig } from 'vite'
import { pageConfig } from '../../web/build/page-config.ts'

export default defineConfig({ ...pageConfig(import.meta.dirname), base: '/sandbox/' })
