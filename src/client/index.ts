export type {
  CallOptions,
  Client,
  ClientArgs,
  ClientCall,
  ClientInput,
  ClientResult,
  DeclaredResult,
  NoCall,
  Problem,
  ProblemResult,
  UndeclaredResult,
} from './client.ts'
export { createClient, type ClientOptions } from './create-client.ts'
export type { HttpStatus } from './http-status.ts'
