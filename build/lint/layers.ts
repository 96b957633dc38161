/**
 * The layers of src and what each may import. The lint rule `chainglass/layers` and build/imports.test.ts hold these
 * laws with the same function.
 */

/** Folders of src, and which of the others each may import. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  platform: ['shared'],
  core: ['shared', 'platform'],
  service: ['shared', 'platform'],
  host: ['shared', 'platform', 'core', 'service'],
  web: ['shared', 'platform', 'core', 'service', 'host'],
  cli: ['shared', 'platform', 'core', 'service', 'host'],
  client: ['shared', 'platform', 'core'],
  server: ['shared', 'platform', 'core', 'service', 'host'],
  main: ['shared', 'platform', 'core', 'service', 'host'],
  preload: ['shared'],
  renderer: ['shared'],
}

/** Why a layer is closed to those that may not import it. */
const WHY_CLOSED: Readonly<Record<string, string>> = {
  platform: 'it is built on Node; shared and the renderer also run where there is none.',
  core: 'the renderer calls the core over the contract, and the service is reached over HTTP.',
  service: 'it is reached over HTTP, as any instance is; only a host starts it.',
  host: 'a host puts the layers together; no layer knows its host.',
  web: 'a host puts the layers together; no layer knows its host.',
  cli: 'a host puts the layers together; no layer knows its host.',
  client: 'it is a package for programs outside of Chainglass.',
  server: 'it is a package for those who share an index; the app does not carry it.',
  main: 'a host puts the layers together; no layer knows its host.',
  preload: 'it is a bridge of a few lines that is loaded by Electron only.',
  renderer: 'it calls the core over the contract, and nothing calls it.',
}

/** Layers of the renderer, from the top down: each imports only those below it. */
const RENDERER_LAYERS = ['app', 'features', 'lists', 'entities', 'stores', 'ui', 'lib']

const WHY_BELOW: Readonly<Record<string, string>> = {
  features: 'a feature tells the shell what it has in its feature.ts; it knows nothing of the shell.',
  lists: 'the list engine serves every feature, so it knows none of them.',
  entities: 'an address or an amount is shown in the same way in every list and feature.',
  stores: 'a store holds what the application knows, not how it is shown.',
  ui: 'parts of ui know nothing of chains, stores and routes.',
  lib: 'lib is plain functions that everything else uses.',
}

/** `importer` and `imported`: paths from the root of the repository, with `/`. What is wrong with the import, or undefined. */
export function layerProblem(importer: string, imported: string): string | undefined {
  const [from, to] = [importer.split('/'), imported.split('/')]
  if (from[0] !== 'src' || to[0] !== 'src' || isForTests(importer)) return undefined
  if (isForTests(imported)) return `Only tests may import ${imported}.`
  const [, layer = '', part = ''] = from
  const [, other = '', otherPart = ''] = to
  if (layer !== other)
    return MAY_IMPORT[layer]?.includes(other)
      ? undefined
      : `src/${layer} must not import src/${other}: ${WHY_CLOSED[other] ?? 'it is not one of its layers.'}`
  if (layer !== 'renderer') return undefined
  if (part === 'features' && otherPart === 'features') return featureProblem(from, to)
  const [height, otherHeight] = [RENDERER_LAYERS.indexOf(part), RENDERER_LAYERS.indexOf(otherPart)]
  if (height < 0 || otherHeight < 0 || height <= otherHeight) return undefined
  return `renderer/${part} must not import renderer/${otherPart}, which is above it: ${WHY_BELOW[part] ?? ''}`
}

/** `features/feature.ts` and its like, directly in the folder, are for all features. */
function featureProblem(from: readonly string[], to: readonly string[]): string | undefined {
  const [, , , feature = '', ...inside] = from
  const [, , , other = '', ...otherInside] = to
  if (otherInside.length === 0 || (feature === other && inside.length > 0)) return undefined
  return `The feature ${feature} must not import the feature ${other}: move what both need down, or let one register it with defineFeature.`
}

const isForTests = (path: string) => /\.test\.ts$|\/testing\//.test(path)
