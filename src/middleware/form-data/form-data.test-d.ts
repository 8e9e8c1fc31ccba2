// Only types are checked: nothing here runs.
import { expectTypeOf } from 'vitest'
import {
  createRouter,
  type MiddlewareContext,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import { formData, type ContextWithFormData } from './index.ts'
import { type FileUpload } from '../../http/form-data-parser/index.ts'

const response = new Response()

// Inferred from the inline list.
createRouter({ middleware: [formData()] }).post('/', (context) => {
  expectTypeOf(context.get(FormData)).toEqualTypeOf<FormData>()
  expectTypeOf(context.formData).toEqualTypeOf<FormData>()
  return response
})

// Without the middleware it may be missing.
createRouter().post('/', (context) => {
  expectTypeOf(context.get(FormData)).toEqualTypeOf<FormData | undefined>()
  // @ts-expect-error no property either
  void context.formData
  return response
})

declare const app: ContextWithFormData<RequestContext<{ id: string }>>
expectTypeOf(app.get(FormData)).toEqualTypeOf<FormData>()
expectTypeOf(app.formData).toEqualTypeOf<FormData>()
expectTypeOf(app.params).toEqualTypeOf<{ id: string }>()
expectTypeOf<
  MiddlewareContext<[ReturnType<typeof formData>]>['formData']
>().toEqualTypeOf<FormData>()

formData({
  uploadHandler(file) {
    expectTypeOf(file).toEqualTypeOf<FileUpload>()
    return file
  },
  onError(error, context) {
    expectTypeOf(error.status).toEqualTypeOf<number>()
    expectTypeOf(context.method).toEqualTypeOf<string>()
    return response
  },
})
// @ts-expect-error a number is no value of a form
formData({ uploadHandler: () => 1 })
