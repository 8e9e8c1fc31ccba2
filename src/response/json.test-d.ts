import { expectTypeOf } from 'vitest'

import { data, json, redirect, type DataWithInit, type TypedResponse } from './index.ts'

expectTypeOf(json({ id: 1 })).toEqualTypeOf<TypedResponse<{ id: number }>>()
expectTypeOf(json({ id: 1 })).toExtend<Response>()
expectTypeOf(json({ id: 1 }).json()).resolves.toEqualTypeOf<{ id: number }>()
expectTypeOf(redirect('/')).toEqualTypeOf<TypedResponse<never>>()
expectTypeOf(data({ id: 1 }, 201)).toEqualTypeOf<DataWithInit<{ id: number }>>()
