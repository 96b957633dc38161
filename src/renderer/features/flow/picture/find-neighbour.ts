/** Finds the node next to another one, for the arrow keys. */
import type { FlowPicture, NodeShape } from '#renderer/entities/flow/picture/flow-picture.ts'

export type Side = 'right' | 'left' | 'up' | 'down' | 'first' | 'last'

/**
 * The node in a direction: left and right follow the thickest edge, else the nearest node; up and down stay in the column.
 */
export function findNeighbour(picture: FlowPicture, id: string, side: Side): string | undefined {
  const here = picture.nodes.get(id)
  if (!here) return undefined
  if (side === 'up' || side === 'down') return inColumn(picture, here, side)
  if (side === 'first' || side === 'last') return atEnd(picture, here, side)
  const isThere = (shape: NodeShape) => (side === 'right' ? shape.x > here.x : shape.x < here.x)
  const along = picture.edges
    .filter(({ edge }) => edge.from === id || edge.to === id)
    .toSorted((one, other) => other.thickness - one.thickness)
    .flatMap(({ edge }) => picture.nodes.get(edge.from === id ? edge.to : edge.from) ?? [])
    .find(isThere)
  return (along ?? nearest([...picture.nodes.values()].filter(isThere), here))?.node.id
}

function inColumn({ nodes }: FlowPicture, here: NodeShape, side: 'up' | 'down') {
  const beyond = [...nodes.values()].filter(
    ({ x, y }) => x === here.x && (side === 'up' ? y < here.y : y > here.y),
  )
  return nearest(beyond, here)?.node.id
}

function atEnd({ nodes }: FlowPicture, here: NodeShape, side: 'first' | 'last') {
  const column = [...nodes.values()].filter(({ x }) => x === here.x).toSorted((one, other) => one.y - other.y)
  return column.at(side === 'first' ? 0 : -1)?.node.id
}

function nearest(shapes: readonly NodeShape[], here: NodeShape): NodeShape | undefined {
  const away = ({ x, y }: NodeShape) => Math.hypot(x - here.x, y - here.y)
  return shapes.reduce<NodeShape | undefined>(
    (best, shape) => (best === undefined || away(shape) < away(best) ? shape : best),
    undefined,
  )
}
