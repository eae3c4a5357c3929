"""How hypothesis draws what was seen: with numbers that equal themselves."""

from hypothesis import strategies as st

from companion.observations import SeenFace, SeenTile

pixels = st.tuples(st.floats(0, 4000), st.floats(0, 4000))
faces = st.builds(
    SeenFace,
    value=st.none() | st.integers(1, 9),
    confidence=st.floats(0, 1),
    sure=st.booleans(),
    alternatives=st.lists(st.integers(1, 9), max_size=3).map(tuple),
)
tiles = st.builds(
    SeenTile,
    place=st.none() | st.tuples(st.integers(-9, 9), st.integers(-9, 9)),
    yellow=faces,
    red=faces,
    blue=faces,
    corners=st.tuples(*[pixels] * 6),
)
st.register_type_strategy(SeenFace, faces)
st.register_type_strategy(SeenTile, tiles)
