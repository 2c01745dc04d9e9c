// Timing loops around OMPEval's evaluator: hands as sets of cards, as seven numbers, and in its own ready form.
// Cards are 4 * rank + suit. Each loop goes over all hands and returns the sum of their ranks, so that none is left out.
#include <cstdint>
#include <vector>

#include "HandEvaluator.h"

static const omp::HandEvaluator &evaluator() {
    static const omp::HandEvaluator one;
    return one;
}

static std::vector<uint64_t> sets;
static std::vector<uint8_t> numbers;
static std::vector<omp::Hand> ready;

static omp::Hand from_numbers(const uint8_t *cards) {
    omp::Hand hand = omp::Hand::empty();
    for (int i = 0; i < 7; i++) hand += omp::Hand(unsigned(cards[i]));
    return hand;
}

static omp::Hand from_set(uint64_t cards) {
    omp::Hand hand = omp::Hand::empty();
    for (; cards; cards &= cards - 1) hand += omp::Hand(unsigned(__builtin_ctzll(cards)));
    return hand;
}

extern "C" void load(const uint8_t *cards, uint64_t count) {
    evaluator();
    numbers.assign(cards, cards + 7 * count);
    sets.clear();
    ready.clear();
    for (uint64_t i = 0; i < count; i++) {
        uint64_t set = 0;
        for (int j = 0; j < 7; j++) set |= uint64_t(1) << cards[7 * i + j];
        sets.push_back(set);
        ready.push_back(from_numbers(cards + 7 * i));
    }
}

extern "C" uint64_t rank_sets() {
    const omp::HandEvaluator &judge = evaluator();
    uint64_t sum = 0;
    for (uint64_t set : sets) sum += judge.evaluate(from_set(set));
    return sum;
}

extern "C" uint64_t rank_numbers() {
    const omp::HandEvaluator &judge = evaluator();
    uint64_t sum = 0;
    for (size_t i = 0; i < numbers.size(); i += 7) sum += judge.evaluate(from_numbers(&numbers[i]));
    return sum;
}

extern "C" uint64_t rank_ready() {
    const omp::HandEvaluator &judge = evaluator();
    uint64_t sum = 0;
    for (const omp::Hand &hand : ready) sum += judge.evaluate(hand);
    return sum;
}
