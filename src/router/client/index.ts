export type {
  CallOptions,
  Client,
  ClientCall,
  ClientInput,
  ClientResult,
  DeclaredResult,
  Problem,
  ProblemResult,
  UndeclaredResult,
} from './client.ts'
export { createClient, type ClientOptions } from './create-client.ts'
