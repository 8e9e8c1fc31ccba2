// The exports for other folders of the framework. They are not published.
export { loadEnv } from './load-env.ts'
