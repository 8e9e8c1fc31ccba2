export {
  createTestApp,
  type TestApp,
  type TestAppArgs,
  type TestAppOptions,
  type TestBuild,
  type TestHandler,
  type TestSource,
} from './create-test-app.ts'
export { createTestContext, type TestContext, type TestContextArgs } from './create-test-context.ts'
export type { FieldValue, FieldValues } from './fill-fields.ts'
export type { SubmitOptions } from './forms.ts'
export type { Name } from './names.ts'
export type { TestField, TestForm, TestLink, TestPage, TestRedirect } from './page.ts'
export type { Duration, VisitOptions, Visitor, VisitorOptions } from './visitor.ts'
export type { ProveUsers } from './prove-users.ts'
export type { ProjectSource } from './vite-app.ts'
