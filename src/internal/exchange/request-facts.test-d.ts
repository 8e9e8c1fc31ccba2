import { expectTypeOf, it } from 'vitest'
import type {
  DataRequest,
  EndedMutation,
  RequestFacts,
  PersonalDocument,
  NextPage,
} from './request-facts.ts'

type IsSame<One, Other> =
  (<Type>() => Type extends One ? 1 : 2) extends <Type>() => Type extends Other ? 1 : 2
    ? true
    : false

type Writable<Type> = keyof {
  [
    Name in keyof Type as IsSame<Pick<Type, Name>, Readonly<Pick<Type, Name>>> extends true
      ? never
      : Name
  ]: true
}

it('the facts of a request are no place where one step leaves something for a later one', () => {
  // A step returns what it finds, and tells the final step by a call of `FinalStep`. These are facts about the request that
  // a server, the test kit or the first router knows later than the request itself.
  expectTypeOf<Writable<RequestFacts>>().toEqualTypeOf<
    | 'clientAddress'
    | 'shutdown'
    | 'context'
    | 'sentBy'
    | 'isTest'
    | 'knownWrites'
    | 'errorHeaders'
    | 'personal'
    | 'replacedPolicy'
    | 'holdOpen'
    | 'holdAfter'
    | 'reportAfter'
  >()
})

it('what a data request says, and what the final step is told, never changes', () => {
  expectTypeOf<Writable<DataRequest>>().toEqualTypeOf<never>()
  expectTypeOf<Writable<EndedMutation>>().toEqualTypeOf<never>()
  expectTypeOf<Writable<PersonalDocument>>().toEqualTypeOf<never>()
  expectTypeOf<Writable<NextPage>>().toEqualTypeOf<never>()
})
