/**
 * How good a move is. Put your ideas here: until then the first legal move is played.
 * request.view is everything that you may know.
 * @param {string} move
 * @param {MoveRequest} request
 * @returns {number}
 */
function worth(move, request) {
  return 0;
}
