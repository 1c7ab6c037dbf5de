import type { RestRoute } from './route.ts'

export const projectsRoutes: readonly RestRoute[] = [
  {
    field: 'Mutation.createProject',
    method: 'POST',
    path: '/projects',
    status: 201,
    tag: 'Projects',
    summary: 'Create a project',
    body: 'input',
    errors: ['VALIDATION_FAILED'],
    readBack: 'Query.projects',
  },
  {
    field: 'Query.projects',
    method: 'GET',
    path: '/projects',
    status: 200,
    tag: 'Projects',
    summary: 'List projects',
  },
  {
    field: 'Mutation.deleteProject',
    method: 'DELETE',
    path: '/projects/{projectId}',
    status: 204,
    tag: 'Projects',
    summary: 'Delete a project and all it holds',
    errors: ['PROJECT_NOT_FOUND'],
  },
]
