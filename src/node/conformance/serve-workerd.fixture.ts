import { app } from './app.fixture.ts'

export default { fetch: app }
