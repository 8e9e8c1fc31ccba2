export type * from './route-module.ts'
