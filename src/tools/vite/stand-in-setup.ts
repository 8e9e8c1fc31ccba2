// Runs first in each worker of Vitest, because the workers do not have the hooks of the main
// process.
import { resolveInNode, standsForVariable } from './stand-in.ts'

resolveInNode(process.env[standsForVariable]?.split(',') ?? [])
