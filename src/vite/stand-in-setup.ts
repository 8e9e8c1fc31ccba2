// Runs first in each worker of Vitest, where the hooks of the main process are not.
import { resolveInNode, standsForVariable } from './stand-in.ts'

resolveInNode(process.env[standsForVariable]?.split(',') ?? [])
