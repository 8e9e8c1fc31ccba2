// The types that libraries get instead of those of Remix and React Router. A library can add a type to this module
// (`declare module 'react-router'`). That does not change the type of the same name that the app imports from `framework`.
export * from 'framework'
export * from 'framework/compat'
