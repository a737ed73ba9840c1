// Writes topk_golden.txt: rows of tied scores and what the C++ library selects from them, in the way
// PyTorch's topk on a CPU calls it. Build and run: g++ -O1 topk_golden.cpp && ./a.out > topk_golden.txt
#include <algorithm>
#include <cstdio>
#include <random>
#include <utility>
#include <vector>

int main() {
  std::mt19937 random(7);
  for (int row = 0; row < 160; row++) {
    int k = std::vector<int>{1, 2, 5, 10, 16}[row % 5];
    int n = k + random() % (row % 3 == 0 ? 80 * k : row % 3 == 1 ? 40 : 200);
    n = std::min(n, 1100);
    int levels = 1 + random() % 10;
    std::vector<std::pair<float, long>> queue;
    std::printf("%d ", k);
    for (int i = 0; i < n; i++) {
      int value = random() % levels;
      queue.emplace_back(value, i);
      std::printf("%d", value);
    }
    auto greater = [](const auto& a, const auto& b) { return a.first > b.first; };
    if (k * 64 <= n) {
      std::partial_sort(queue.begin(), queue.begin() + k, queue.end(), greater);
    } else {
      std::nth_element(queue.begin(), queue.begin() + k - 1, queue.end(), greater);
      std::sort(queue.begin(), queue.begin() + k - 1, greater);
    }
    for (int i = 0; i < k; i++) {
      std::printf("%c%ld", i ? ',' : ' ', queue[i].second);
    }
    std::printf("\n");
  }
}
